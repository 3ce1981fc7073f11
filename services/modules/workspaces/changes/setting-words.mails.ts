import { naming, type Phrase } from '#modules/mails/letter.ts'

/** What is done with a setting, and who has done it. */
type Said = readonly [Phrase, string]
type Words = Readonly<Record<'protect' | 'unprotect' | 'allowGlass' | 'forbidGlass', Said>>

export const SETTINGS = {
  de: {
    protect: [naming`Schutz der Personen einschalten`, 'hat den Schutz der Personen eingeschaltet'],
    unprotect: [naming`Schutz der Personen ausschalten`, 'hat den Schutz der Personen ausgeschaltet'],
    allowGlass: [
      naming`Notfreigaben durch einen Admin allein erlauben`,
      'hat Notfreigaben durch einen Admin allein erlaubt',
    ],
    forbidGlass: [naming`Notfreigaben nicht mehr erlauben`, 'erlaubt Notfreigaben nicht mehr'],
  },
  en: {
    protect: [naming`Protect people`, 'switched the protection of people on'],
    unprotect: [naming`Stop protecting people`, 'switched the protection of people off'],
    allowGlass: [
      naming`Allow emergency approvals by one admin alone`,
      'allowed emergency approvals by one admin alone',
    ],
    forbidGlass: [naming`No longer allow emergency approvals`, 'no longer allows emergency approvals'],
  },
} as const satisfies Record<'de' | 'en', Words>

/** The words for the setting that a change of settings is about. */
export const settingOf = (
  {
    protects,
    breakGlass = null,
  }: { readonly protects: boolean | null; readonly breakGlass?: boolean | null },
  words: Words,
): Said => {
  if (breakGlass !== null) return breakGlass ? words.allowGlass : words.forbidGlass
  return protects ? words.protect : words.unprotect
}
