/** Single-key shortcuts, which players who use speech input, or whose hands tremble, may turn off in the settings. */

/** @param {{key: string}} event */
export const isSingleKeyDisabled = ({ key }) => key.length === 1 && document.documentElement.dataset.keys === "off";
