import { createTexts } from '#shared/texts/create-texts.ts'

/** Texts that keep the app where it is found within seconds. */
export const atHandTexts = createTexts(
  {
    turnOn: 'Turn on notifications',
    title: 'Keep Vieraugen at hand',
    why: 'The colleague who asks you is on the phone and waits only a few minutes.',
    install: 'Install the app',
    stepShare: 'Tap Share in Safari.',
    stepAdd: 'Tap “Add to Home Screen”, and open Vieraugen from there.',
    never: 'No, thanks',
  },
  {
    turnOn: 'Mitteilungen einschalten',
    title: 'Vieraugen griffbereit halten',
    why: 'Wer Sie fragt, ist am Telefon und wartet höchstens einige Minuten.',
    install: 'App installieren',
    stepShare: 'Tippen Sie in Safari auf „Teilen“.',
    stepAdd: 'Tippen Sie auf „Zum Home-Bildschirm“ und öffnen Sie Vieraugen von dort.',
    never: 'Nein, danke',
  },
)
