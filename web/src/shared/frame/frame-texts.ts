import { createTexts } from '../texts/create-texts.ts'

/** Texts around the pages of desk and public. */
export const frameTexts = createTexts(
  {
    footer: { label: 'Legal', imprint: 'Imprint', terms: 'Terms of Use', privacy: 'Privacy Policy' },
    cookies: {
      label: 'Cookies',
      text: 'We only use strictly necessary cookies.',
      more: 'Privacy Policy',
      accept: 'OK',
    },
  },
  {
    footer: {
      label: 'Rechtliches',
      imprint: 'Impressum',
      terms: 'Nutzungsbedingungen',
      privacy: 'Datenschutz',
    },
    cookies: {
      label: 'Cookies',
      text: 'Wir verwenden nur unbedingt erforderliche Cookies.',
      more: 'Datenschutz',
      accept: 'OK',
    },
  },
)
