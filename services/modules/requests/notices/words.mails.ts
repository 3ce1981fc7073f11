import { english } from './english-words.mails.ts'
import { german } from './german-words.mails.ts'

export const requestWords = { de: german, en: english }
