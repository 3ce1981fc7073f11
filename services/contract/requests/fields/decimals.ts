/** The decimals of the currencies of ISO 4217 that do not have two. Everything that shows or reads amounts goes by this list: `Intl` follows other conventions. */
export const NOT_TWO: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

const BY_CURRENCY: ReadonlyMap<string, number> = new Map(
  Object.entries(NOT_TWO).flatMap(([decimals, codes]) =>
    codes.split(' ').map((code) => [code, Number(decimals)] as const),
  ),
)

/** How many decimals a currency has: 2 for EUR and for what is no currency, 0 for JPY. Light: `currencies.ts` knows which there are. */
export const decimalsOf = (currency: string): number => BY_CURRENCY.get(currency) ?? 2
