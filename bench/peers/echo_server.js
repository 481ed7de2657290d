// Echoes as bench/live/echo_server.py does, on ws: node echo_server.js PORT
"use strict";

const { createServer } = require("node:http");
const { WebSocketServer } = require("ws");

const ACK = '{"t":"ack","ply":100}';
const tables = new Map();

function paddedFrame(kind, size) {
    const bare = `{"t":"${kind}","pad":""}`;
    return bare.replace('""', `"${" ".repeat(size - bare.length)}"`);
}

function findTable(path) {
    if (!tables.has(path)) tables.set(path, { watchers: new Set(), moves: 0 });
    return tables.get(path);
}

const server = createServer((request, response) => response.end("echo"));

new WebSocketServer({ server, perMessageDeflate: false }).on("connection", (socket, { url }) => {
    const [size, every] = url.split("/").slice(-2).map(Number);
    const event = paddedFrame("event", size);
    const further = paddedFrame("fair", size);
    const table = findTable(url);
    table.watchers.add(socket);
    socket.on("message", () => {
        table.moves += 1;
        const frames = every && table.moves % every === 0 ? [event, further] : [event];
        for (const frame of frames) for (const watcher of table.watchers) watcher.send(frame);
        socket.send(ACK);
    });
    socket.on("close", () => table.watchers.delete(socket));
});

server.listen(Number(process.argv[2]), "127.0.0.1");
