import{cb as a,db as b,eb as c}from"./table.chunk-D2BX52OX.js";export{c as Meanwhile,b as describeAway,a as isOwnerAway};
