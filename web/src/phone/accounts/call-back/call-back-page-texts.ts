import { createTexts } from '#shared/texts/create-texts.ts'

export const callBackPageTexts = createTexts(
  {
    lead: 'Colleagues call you back on this number when somebody asks for something in your name.',
    none: 'You are not an active member of any workspace.',
    asked: (until: string) => `Nothing has changed yet: this waits for a second admin until ${until}.`,
  },
  {
    lead: 'Unter dieser Nummer werden Sie zurückgerufen, wenn jemand in Ihrem Namen um etwas bittet.',
    none: 'Sie sind in keinem Workspace aktives Mitglied.',
    asked: (until) => `Noch ist nichts geändert: Das wartet bis ${until} auf einen zweiten Admin.`,
  },
)
