import { decimalsOf, NOT_TWO } from './decimals.ts'

/** The currencies of ISO 4217 that money is paid in. Programs know them in different versions, so the list is kept here. */
const WITH_TWO =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE CZK ' +
  'DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT ' +
  'LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN ' +
  'QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS ' +
  'VED VES WST XCD XCG YER ZAR ZMW ZWG'

const CURRENCIES: ReadonlySet<string> = new Set([WITH_TWO, ...Object.values(NOT_TWO)].join(' ').split(' '))

/** How many decimals a currency has: 2 for EUR, 0 for JPY; undefined if there is no such currency. */
export const decimalsIn = (currency: string): number | undefined =>
  CURRENCIES.has(currency) ? decimalsOf(currency) : undefined
