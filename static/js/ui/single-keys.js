/** Keys of one letter or digit: who speaks to a machine, or whose hand trembles, may turn them off in the settings. */

/** @param {{key: string}} event */
export const isSingleKeyDisabled = ({ key }) => key.length === 1 && document.documentElement.dataset.keys === "off";
