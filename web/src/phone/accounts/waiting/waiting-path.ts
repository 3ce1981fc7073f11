/** The address of the page about a device: for its owner, and for colleagues while it waits. */
export const waitingPath = (deviceId: string): string => `/devices/${deviceId}`
