/** Card suits that rain and fly for a great hand or a win. */

import { PIPS } from "../../../ui/cards/card-shapes.js";
import { svg } from "../../../ui/dom.js";

/** Numbers from 0 to 1 that look random, which is enough for confetti. */
function spread(n) {
  const far = 43758.5453 * Math.sin(12.9898 * (n + 1));
  return far - Math.floor(far);
}

const pip = (n) => svg(
  "svg",
  { viewBox: "-11 -11 22 22", class: "pip", "data-suit": "SHDC"[n % 4] },
  svg("path", { d: PIPS["SHDC"[n % 4]] }),
);

function fly(layer, node, keyframes, options) {
  layer.append(node);
  node.animate(keyframes, { fill: "both", ...options }).finished.then(() => node.remove(), () => node.remove());
}

/** Card suits fall from above. */
export function rain(layer, count) {
  for (let n = 0; n < count; n += 1) {
    const [x, turn] = [100 * spread(n), 720 * (spread(n + 0.1) - 0.5)];
    const drift = 16 * (spread(n + 0.2) - 0.5);
    fly(
      layer,
      pip(n),
      [
        { transform: `translate(${x}vw, -2rem) rotate(0deg)`, opacity: 1 },
        { opacity: 1, offset: 0.8 },
        { transform: `translate(${x + drift}vw, 102vh) rotate(${turn}deg)`, opacity: 0 },
      ],
      { duration: 2200 + 1600 * spread(n + 0.3), delay: 900 * spread(n + 0.4), easing: "cubic-bezier(.3, .1, .7, 1)" },
    );
  }
}

/** Rockets of card suits, one after another. */
export function fireworks(layer, rockets) {
  const PIECES = 18;
  for (let rocket = 0; rocket < rockets; rocket += 1) {
    const [x, y] = [18 + 64 * spread(rocket), 16 + 26 * spread(rocket + 0.1)];
    for (let n = 0; n < PIECES; n += 1) {
      const angle = (2 * Math.PI * n) / PIECES;
      const reach = 7 + 6 * spread(n);
      const [dx, dy] = [reach * Math.cos(angle), reach * Math.sin(angle)];
      fly(
        layer,
        pip(rocket + n),
        [
          { transform: `translate(${x}vw, ${y}vh) scale(0.2)`, opacity: 0 },
          {
            transform: `translate(calc(${x}vw + ${0.8 * dx}rem), calc(${y}vh + ${0.8 * dy}rem)) scale(1.1)`,
            opacity: 1,
            offset: 0.35,
          },
          { transform: `translate(calc(${x}vw + ${dx}rem), calc(${y}vh + ${dy + 5}rem)) scale(0.5)`, opacity: 0 },
        ],
        { duration: 1500, delay: 380 * rocket, easing: "ease-out" },
      );
    }
  }
}
