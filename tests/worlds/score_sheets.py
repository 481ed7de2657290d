"""A deal of a game over the board, written in several ways."""

HANDS = "a: 5H 6H 7C 8C 2S KD b: 5D 5C JD QH 3C 4S up: 5S"
DISCARDS = "a2SKD b3C4S"
PLAY = "a8C bQH a7C b5D a-go a6H bJD a5H b5C"
DEAL = f"#1b {HANDS}\n{DISCARDS}\n{PLAY}"

# Every way to write less or more than that, with the same outcome.
SAME = {
    "the dealer follows from the first card": DEAL.replace("#1b", "#1"),
    "the dealer is named in the rules": '[Rules "121 auto first=b"]' + DEAL.replace("#1b", "#1"),
    "a go is not written": DEAL.replace(" a-go", ""),
    "no hands are written": DEAL.replace(HANDS, "up: 5S"),
    "parts of hands are written": DEAL.replace(HANDS, "a: 5H x x up: 5S"),
    "the counts are written": f"{DEAL} a=12 b=20 b=8",
    "the score is written": f"{DEAL} 12-32",
    "the score is written on the way": DEAL.replace("a-go", "0-0 a-go 0-1"),
    "the discards follow from the hand": DEAL.replace("a2SKD", "axx"),
    "one discard follows from the hand": DEAL.replace("a2SKD", "ax2S"),
    "a variation is written": DEAL.replace("a8C", "a8C! (a7C bQH (b5C a8C) a8C)"),
    "discards by places": DEAL.replace("a2SKD", "a56"),
    "an unknown discard with the counts": DEAL.replace(HANDS, "up: 5S").replace("2SKD", "xKD")
    + " a=12 b=20 b=8",
    "unknown discards of both": f"#1b up: 5S axx bxx {PLAY} a=12 b=20 b=8",
    "an unknown starter with the counts": f"#1b {DISCARDS} {PLAY} a=12 b=20 b=8",
    "the game's result so far": f'[Result "*"] {DEAL}',
}
