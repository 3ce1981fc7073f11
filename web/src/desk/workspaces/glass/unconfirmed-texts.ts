import { createTexts } from '#shared/texts/create-texts.ts'

export const unconfirmedTexts = createTexts(
  {
    title: 'Emergency approvals that nobody has confirmed',
    erasedText: 'Deleted text',
    confirm: 'Read and confirm',
    another: 'Another admin or an approver must confirm this.',
  },
  {
    title: 'Notfreigaben, die niemand gegengezeichnet hat',
    erasedText: 'Gelöschter Text',
    confirm: 'Lesen und gegenzeichnen',
    another: 'Das muss ein anderer Admin oder eine freigebende Person gegenzeichnen.',
  },
)
