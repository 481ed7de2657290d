import"./lobby.chunk-LM6RJ3FT.js";
