import"./table.chunk-SKCTE3UZ.js";
