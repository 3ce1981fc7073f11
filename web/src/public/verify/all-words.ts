/** All words of the page. The build packs them: see web/pack-words.ts. */

export { belegWords } from './beleg-words.ts'
export { faultWords } from './fault-words.ts'
export { words } from './words.ts'
