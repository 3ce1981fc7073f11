/**
 * Rough strength of a password, from its length and its number of different characters. Shown during typing; it
 * blocks nothing.
 */
export const strengthOf = (password: string): 'weak' | 'fair' | 'strong' => {
  const different = new Set(password).size
  if (password.length < 10 || different < 6) return 'weak'
  return password.length < 16 || different < 8 ? 'fair' : 'strong'
}
