/** Events of these types alone, or of all others. */
export type TypeFilter = { readonly only: readonly string[] } | { readonly except: readonly string[] }

export const isWanted = (types: TypeFilter, type: string): boolean =>
  'only' in types ? types.only.includes(type) : !types.except.includes(type)
