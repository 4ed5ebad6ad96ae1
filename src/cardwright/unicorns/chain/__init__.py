"""Chains of effects. All effects triggered together form a link; what they trigger forms the next link.

Each link goes through seven steps:

| step | what happens                                                         | file                   |
| ---- | -------------------------------------------------------------------- | ---------------------- |
| 1    | effects choose their targets                                         | `step_1_choose.py`     |
| 2    | cards can save others or themselves                                  | `step_2_save.py`       |
| 3    | each target gets the zone it goes to                                 | `step_3_to_5_leave.py` |
| 4    | effects of cards about to leave are triggered                        | `step_3_to_5_leave.py` |
| 5    | targets fall silent: what happens in this link no longer triggers them | `step_3_to_5_leave.py` |
| 6    | effects take place, one after another                                | `step_6_execute.py`    |
| 7    | targets work again, and only effects for the next link remain        | `step_7_finish.py`     |

`link.py` runs the steps, `targets.py` finds what an effect can choose, and `effects.py` carries effects out. When a
player must decide, the record says how far the link has come, so a game can be copied in the middle of one.
"""
