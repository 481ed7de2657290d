async function e(t){try{return await navigator.clipboard.writeText(t),!0}catch{return document.execCommand("copy")}}export{e as a};
