/** The URLs of a game: its table, and once it is over its replay. Pure. */

export const tableUrl = (game) => `/table/${encodeURIComponent(game)}`;
export const replayUrl = (game) => `/game/${encodeURIComponent(game)}`;
