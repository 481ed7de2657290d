import{cb as a,db as b,eb as c}from"./table.chunk-F673DHL4.js";export{c as Meanwhile,b as describeAway,a as isOwnerAway};
