import { FIELD_TEXTS } from '#contract/log-texts/field-texts.ts'
import { createTexts } from '#shared/texts/create-texts.ts'

export { fieldWords } from '#contract/log-texts/field-texts.ts'

/** The names of changed fields. Only opened entries show them. */
export const fieldTexts = createTexts(FIELD_TEXTS.en, FIELD_TEXTS.de)
