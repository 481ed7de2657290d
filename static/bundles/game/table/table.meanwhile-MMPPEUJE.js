import{cb as a,db as b,eb as c}from"./table.chunk-P3I6CMEN.js";export{c as Meanwhile,b as describeAway,a as isOwnerAway};
