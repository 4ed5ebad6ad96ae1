"""A second, deliberately simple implementation of a match: objects, lists and recursion, no tables."""

from __future__ import annotations

from cardwright.autobattler import Card


class Fighter:
    def __init__(self, card: Card, side: int):
        self.mechanics = card.mechanics
        self.attack, self.health, self.printed, self.side = card.attack, card.health, card.health, side
        self.armour = card.mechanics.get("ignore_first_damage") or 0
        self.age = self.hits = 0
        self.dead = False


class PlainMatch:
    def __init__(self, a: list[Card], b: list[Card]):
        self.benches = [[Fighter(card, side) for card in lineup] for side, lineup in enumerate((a, b))]
        self.fighters: list[Fighter] = []
        self.phases = 0

    def play(self) -> tuple[int, int]:
        a, b = self.benches
        while a and b and self.phases < 128 and any(card.attack > 0 for card in (*a, *b)):
            self.phases += 1
            self.fighters = one, two = [a.pop(0), b.pop(0)]
            for fighter in (one, two):
                self.prepare(fighter)
            if not one.dead and not two.dead:
                attack = one.attack
                self.blow(one, two.attack)
                self.blow(two, attack)
            for fighter in (one, two):
                if not fighter.dead:
                    self.benches[fighter.side].append(fighter)
        if self.phases == 128:
            return 0, 128
        return (len(a) > 0) - (len(b) > 0) if not (a and b) else 0, self.phases

    def others(self, card: Fighter) -> list[Fighter]:
        return [each for each in self.benches[card.side] if each is not card]

    def enemies(self, card: Fighter) -> list[Fighter]:
        return [*self.benches[1 - card.side], self.fighters[1 - card.side]]

    def prepare(self, card: Fighter) -> None:
        """Effects on the card itself come first, then the others in the order the card lists them."""
        card.age += 1
        bench, rival = self.benches[card.side], self.fighters[1 - card.side]
        later: list[tuple[Fighter, int | None]] = []  # cards to heal, or to kill
        for name, p in card.mechanics.items():
            if name == "rampage":
                card.attack += 1 if card.age <= p else -1
            elif name == "morph_attack":
                candidates = [rival, *self.benches[1 - card.side]]
                card.attack = candidates[(card.age - 1) % len(candidates)].attack
            elif name == "friendly_vampire" and bench:
                later.append((bench[-1], p))
            elif name == "time_bomb" and card.hits > p:
                later += [(card, None), (rival, None)]
        for target, amount in later:
            if amount is None:
                self.die(target)
            else:
                self.heal(target, amount)

    def blow(self, card: Fighter, damage: int) -> None:
        if card.dead:
            return
        if card.armour > 0:
            card.armour -= 1
        elif damage > 0:
            rest = 0
            if "pain_splitter" in card.mechanics and self.others(card):
                damage, rest = self.shares(damage, card.mechanics["pain_splitter"])
                self.hurt(card, damage)
                each = rest // max(1, len(self.benches[card.side]))
                for other in self.others(card):
                    self.blow(other, each)
            else:
                self.hurt(card, damage)
        self.touch(card)

    @staticmethod
    def shares(amount: int, tenths: int) -> tuple[int, int]:
        kept = amount * tenths // 10
        kept += (amount - kept) % 2
        return kept, amount - kept

    def hurt(self, card: Fighter, damage: int) -> None:
        if damage > 0:
            card.attack += card.mechanics.get("grow_on_damage") or 0
            card.hits += 1
            card.health -= damage
            if card.health <= 0:
                self.die(card)

    def heal(self, card: Fighter, amount: int) -> None:
        if card.dead:
            return
        if amount > 0 and "health_donor" in card.mechanics and self.benches[card.side]:
            kept, rest = self.shares(amount, card.mechanics["health_donor"])
            self.mend(card, kept)
            each = rest // len(self.benches[card.side])
            for other in self.others(card):
                self.heal(other, each)
        else:
            self.mend(card, amount)
        self.touch(card)

    def mend(self, card: Fighter, amount: int) -> None:
        if amount > 0:
            card.hits += 1
            card.health = min(card.printed, card.health + amount)

    def touch(self, card: Fighter) -> None:
        if "survivalist" in card.mechanics and not card.dead and card.attack > card.health:
            card.attack, card.health = card.health, card.attack

    def die(self, card: Fighter) -> None:
        if card.dead:
            return
        card.dead = True
        enemies, allies = self.enemies(card), self.others(card)
        for name, p in card.mechanics.items():
            if name == "explode_on_death" or (name == "threshold" and card.age >= p):
                for enemy in enemies:
                    self.blow(enemy, p)
            elif name in ("heal_on_death", "threshold"):
                for ally in allies:
                    self.heal(ally, p if name == "heal_on_death" else card.age)
        if card in self.benches[card.side]:
            self.benches[card.side].remove(card)
