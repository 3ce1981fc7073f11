import { decimalsOf } from '#contract/requests/fields/decimals.ts'
import { countryName } from '#shared/kinds/iban.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { fieldTexts } from './field-texts.ts'
import type { FieldFault } from './read-fields.ts'

/** Returns a function that says what is wrong with a field. */
export const useFaultText = (): ((fault: FieldFault) => string) => {
  const { text, amount, iban } = fieldTexts.use()
  const language = useLanguage()
  const ofAmount = ({ why, currency }: Extract<FieldFault, { type: 'amount' }>): string => {
    if (why === 'decimals') return amount.decimals(currency, decimalsOf(currency))
    return why === 'currency' ? amount.currency(currency) : amount[why]
  }
  const ofIban = (fault: Extract<FieldFault, { type: 'iban' }>): string => {
    if (fault.why === 'length')
      return iban.length(countryName(fault.country, language), fault.length, fault.given)
    return fault.why === 'form' ? iban.form(countryName(fault.country, language)) : iban[fault.why]
  }
  return (fault) => {
    if (fault.type === 'text') return text[fault.why]
    return fault.type === 'amount' ? ofAmount(fault) : ofIban(fault)
  }
}
