import { VALUE_TEXTS } from '#contract/log-texts/value-texts.ts'
import { createTexts } from '#shared/texts/create-texts.ts'

export { valueWords } from '#contract/log-texts/value-texts.ts'

/** The texts of API values: states, reasons, and purposes of mails. */
export const valueTexts = createTexts(VALUE_TEXTS.en, VALUE_TEXTS.de)
