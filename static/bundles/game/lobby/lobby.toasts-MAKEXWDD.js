import{b as a,c as b}from"./lobby.chunk-L75YS2LJ.js";import"./lobby.chunk-LM6RJ3FT.js";export{a as announce,b as showToast};
