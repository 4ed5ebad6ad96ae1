"""What the pages of a server share: the folder, the catalogue of games, the tables and the workers."""

from __future__ import annotations

from typing import Annotated, cast

from fastapi import Depends
from starlette.requests import HTTPConnection

from .catalogue import Catalogue
from .settings import Settings
from .studies import Studies
from .tables import Tables
from .workers import Workers
from .workspace import Workspace


class Bench:
    """The workbench behind the pages."""

    def __init__(self, settings: Settings):
        self.settings = settings
        self.workspace = Workspace(settings.folder)
        self.workers = Workers(settings.games)
        self.planners = Workers(count=1)  # answers while people move sliders, so nothing else may occupy it
        self.checkers = Workers(settings.games, 2)  # of texts, which must not wait for work that takes minutes
        self.judges = Workers(settings.games, 1)  # of files, which takes minutes and must not keep agents waiting
        self.catalogue = Catalogue(settings, self.workspace)
        self.tables = Tables(settings.folder, self.workers, self.catalogue.seated)
        self.studies = Studies(self.workspace, self.catalogue.python_games)

    async def close(self) -> None:
        """Stop everything that still works."""
        await self.studies.close()
        await self.tables.close()
        for each in (self.workers, self.planners, self.checkers, self.judges):
            each.close()


def _bench(connection: HTTPConnection) -> Bench:
    return cast("Bench", connection.app.state.bench)


OwnBench = Annotated[Bench, Depends(_bench)]
