/** The role of the processes in the tests' databases. Its password is that of the owner. */
export const RUNTIME_ROLE = 'vieraugen_app'

const withRole = (url: string, username: string): string => Object.assign(new URL(url), { username }).href

/** The same address with the role of the processes. */
export const runtimeUrl = (url: string): string => withRole(url, RUNTIME_ROLE)

/** The same address with the role that owns the tables and migrates. */
export const ownerUrl = (url: string): string => withRole(url, 'postgres')
