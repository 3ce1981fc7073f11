import { countrySpecs, validateIBAN, ValidationErrorsIBAN } from 'ibantools'

/** The characters of an IBAN without what separates them, in capitals. */
export const plainIban = (typed: string): string => {
  const plain = typed.replaceAll(/[\s.-]/g, '')
  // Of other letters, some become two in capitals.
  return /^[A-Za-z0-9]*$/.test(plain) ? plain.toUpperCase() : plain
}

/** What is wrong with an IBAN as `plainIban` returns it: country, length, form or check digits; null if nothing is. */
export const ibanProblem = (plain: string): string | null => {
  if (!/^[A-Z0-9]+$/.test(plain)) return 'has only letters without accents and digits'
  const country = plain.slice(0, 2)
  const spec = Object.hasOwn(countrySpecs, country) ? countrySpecs[country] : undefined
  if (!spec?.chars) return 'starts with the two letters of a country that has IBANs'
  if (plain.length !== spec.chars)
    return `of ${country} has ${spec.chars} characters, this one has ${plain.length}`
  const { valid, errorCodes } = validateIBAN(plain)
  if (valid) return null
  return errorCodes.includes(ValidationErrorsIBAN.WrongBBANFormat)
    ? `is not made up as an IBAN of ${country} is`
    : 'has check digits that do not fit'
}
