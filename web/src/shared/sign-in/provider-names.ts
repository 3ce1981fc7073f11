export const PROVIDER_NAMES = { google: 'Google', microsoft: 'Microsoft365' } as const
export type ProviderName = keyof typeof PROVIDER_NAMES
export const PROVIDERS = ['google', 'microsoft'] as const satisfies readonly ProviderName[]
