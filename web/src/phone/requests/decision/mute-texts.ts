import { createTexts } from '#shared/texts/create-texts.ts'

export const muteTexts = createTexts(
  {
    mute: (who: string) => `Take no approval requests from ${who} for a day`,
    muted: (who: string, until: string) =>
      `You take no approval requests from ${who} until ${until}. Call checks still reach you.`,
    unmute: 'Take them again',
  },
  {
    mute: (who) => `Einen Tag lang keine Anfragen um Freigabe von ${who} annehmen`,
    muted: (who, until) =>
      `Bis ${until} nehmen Sie von ${who} keine Anfragen um Freigabe an. Anrufprüfungen erreichen Sie weiterhin.`,
    unmute: 'Wieder annehmen',
  },
)
