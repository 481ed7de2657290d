/** Turns the mouse's, fingers' and keys' gestures on a chart into calls of its owner. */

const STEP = 2;
const STILL = 5; // pixels that a tap may move

/**
 * @typedef {object} Owner
 * @property {(x: number, y: number, isTap: boolean) => void} point  at a position in the picture
 * @property {(share: number) => void} drag  by a share of the picture's width, to the right above zero
 * @property {(factor: number, x: number | null) => void} zoom  around a position, or the middle
 * @property {(by: number, isWide: boolean) => void} walk
 * @property {(where: "first" | "last" | "all" | "none") => void} go
 */

/** @param {HTMLElement} node @param {Owner} owner */
export function listenToGestures(node, owner) {
  const down = new Map();
  let apart = 0;
  let moved = 0;
  const spot = (event) => {
    const box = node.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const spread = () => {
    const [one, other] = [...down.values()];
    return Math.abs(one - other);
  };

  node.addEventListener("pointerdown", (event) => {
    down.set(event.pointerId, event.clientX);
    moved = down.size > 1 ? Infinity : 0;
    if (down.size === 2) apart = spread();
  });
  node.addEventListener("pointermove", (event) => {
    const before = down.get(event.pointerId);
    if (before === undefined) {
      if (event.pointerType === "mouse") owner.point(...spot(event), false);
      return;
    }
    const by = event.clientX - before;
    moved += Math.abs(by);
    if (down.size === 1 && moved > STILL) {
      // Not before it is a drag, because a captured pointer would never click.
      if (!node.hasPointerCapture(event.pointerId)) node.setPointerCapture(event.pointerId);
      owner.drag(by / node.clientWidth);
    }
    down.set(event.pointerId, event.clientX);
    if (down.size === 2 && apart > 0 && spread() > 0) {
      const box = node.getBoundingClientRect();
      const [one, other] = [...down.values()];
      owner.zoom(spread() / apart, (one + other) / 2 - box.left);
      apart = spread();
    }
  });
  for (const kind of ["pointerup", "pointercancel"]) {
    node.addEventListener(kind, (event) => {
      if (down.delete(event.pointerId) && kind === "pointerup" && moved <= STILL) owner.point(...spot(event), true);
    });
  }
  node.addEventListener("lostpointercapture", (event) => down.delete(event.pointerId));
  node.addEventListener("pointerleave", (event) => down.delete(event.pointerId));
  node.addEventListener("dblclick", (event) => owner.zoom(STEP, spot(event)[0]));
  node.addEventListener("wheel", (event) => {
    // A pinch on a touchpad arrives as this event. A plain wheel scrolls the page.
    if (!event.ctrlKey) return;
    event.preventDefault();
    owner.zoom(Math.exp(-event.deltaY / 100), spot(event)[0]);
  }, { passive: false });
  node.addEventListener("keydown", (event) => {
    const deed = KEYS[event.key];
    if (!deed || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    deed(owner, event.shiftKey);
  });
}

/** @type {Record<string, (owner: Owner, isWide: boolean) => void>} */
const KEYS = {
  ArrowLeft: (owner, isWide) => owner.walk(-1, isWide),
  ArrowRight: (owner, isWide) => owner.walk(1, isWide),
  "+": (owner) => owner.zoom(STEP, null),
  "=": (owner) => owner.zoom(STEP, null),
  "-": (owner) => owner.zoom(1 / STEP, null),
  0: (owner) => owner.go("all"),
  Home: (owner) => owner.go("first"),
  End: (owner) => owner.go("last"),
  Escape: (owner) => owner.go("none"),
};
