/** Single-key shortcuts. Players who use speech input, or whose hands tremble, can turn them off in the settings. */

/** @param {{key: string}} event */
export const isSingleKeyDisabled = ({ key }) => key.length === 1 && document.documentElement.dataset.keys === "off";
