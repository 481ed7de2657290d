import{cb as a,db as b,eb as c}from"./table.chunk-7HDOVRZP.js";export{c as Meanwhile,b as describeAway,a as isOwnerAway};
