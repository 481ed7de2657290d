// Serves boardgame.io, its matches in memory, with a game of taking turns: node boardgame_server.js PORT
// Of the state a move changes a number; the rest pads it to the size that is wanted.
"use strict";

const { Server } = require("boardgame.io/server");

const game = {
    name: "turns",
    minPlayers: 2,
    maxPlayers: 2,
    setup: (context, { moves, pad }) => ({ left: moves, pad: " ".repeat(pad) }),
    turn: { minMoves: 1, maxMoves: 1 },
    moves: {
        pass: ({ G }) => {
            G.left -= 1;
        },
    },
    endIf: ({ G }) => G.left === 0,
};

// It hands its port on to Node as it is, and so an address of this machine alone may stand there.
const port = { port: Number(process.argv[2]), host: "127.0.0.1" };
Server({ games: [game], origins: ["http://127.0.0.1"] }).run({ port });
