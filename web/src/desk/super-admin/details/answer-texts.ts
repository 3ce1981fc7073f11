import { createTexts } from '#shared/texts/create-texts.ts'

export const answerTexts = createTexts(
  {
    title: (name: string) => `Mark the offer for ${name} as answered?`,
    text: (reference: string, day: string) =>
      `Request ${reference} of ${day}. It then no longer counts as an offer to answer. Nothing is sent.`,
    note: 'Note',
    hint: 'The admins of the workspace read it in their audit log.',
    submit: 'Mark as answered',
    done: 'The offer is marked as answered.',
    meanwhile: 'It is marked as answered already, or there is a newer request.',
    failed: 'The offer was not marked as answered.',
  },
  {
    title: (name) => `Angebot für „${name}“ als beantwortet vermerken?`,
    text: (reference, day) =>
      `Anfrage ${reference} vom ${day}. Sie zählt dann nicht mehr zu den Angeboten, die zu beantworten sind. Verschickt wird nichts.`,
    note: 'Anmerkung',
    hint: 'Die Admins des Workspace lesen sie in ihrem Protokoll.',
    submit: 'Als beantwortet vermerken',
    done: 'Das Angebot ist als beantwortet vermerkt.',
    meanwhile: 'Es ist schon als beantwortet vermerkt, oder es gibt eine neuere Anfrage.',
    failed: 'Das Angebot wurde nicht als beantwortet vermerkt.',
  },
)
