/* The published razz simulation in our own words, C99: ranks alone; a card drawn is swapped with the last of
   the deck, and the deck shrinks; its place is random() scaled to the deck, no remainder.

       published 7 0 1 2      10^7 games that begin with A 2 3; prints how often each row came out */

#include <stdio.h>
#include <stdlib.h>

enum { RANKS = 13, SUITS = 4, HAND = 7, FIVE = 5, MOST = RANKS * SUITS };

long random(void); /* of POSIX, which C99 alone does not name */

typedef struct {
    short cards[MOST];
    int length;
} Deck;

static int drawn(Deck *deck) {
    int place = (int) (deck->length * (random() / 2147483648.0));
    short card = deck->cards[place];
    deck->cards[place] = deck->cards[--deck->length];
    deck->cards[deck->length] = card;
    return card;
}

/* The highest of the five lowest ranks from 1, or 0 where there are fewer. */
static int row(const short held[RANKS]) {
    int ranks = 0;
    for (int rank = 0; rank < RANKS; rank++)
        if (held[rank] && ++ranks == FIVE)
            return rank + 1;
    return 0;
}

int main(int argc, char **argv) {
    if (argc < 3 || argc > 2 + HAND)
        return 2;
    short left[RANKS], own[RANKS] = {0};
    for (int rank = 0; rank < RANKS; rank++)
        left[rank] = SUITS;
    for (int at = 2; at < argc; at++) {
        int rank = atoi(argv[at]);
        if (rank < 0 || rank >= RANKS || left[rank] == 0)
            return 2;
        own[rank]++;
        left[rank]--;
    }
    Deck deck = {.length = 0};
    for (short rank = 0; rank < RANKS; rank++)
        for (int card = 0; card < left[rank]; card++)
            deck.cards[deck.length++] = rank;

    long games = 1, rows[RANKS + 1] = {0};
    for (int power = atoi(argv[1]); power > 0; power--)
        games *= 10;
    const int whole = deck.length, begun = argc - 2;
    for (long game = 0; game < games; game++) {
        short held[RANKS];
        for (int rank = 0; rank < RANKS; rank++)
            held[rank] = own[rank];
        deck.length = whole;
        for (int card = begun; card < HAND; card++)
            held[drawn(&deck)]++;
        rows[row(held)]++;
    }
    printf("-1 %ld\n", rows[0]);
    for (int rank = FIVE; rank <= RANKS; rank++)
        printf("%d %ld\n", rank, rows[rank]);
    return 0;
}
