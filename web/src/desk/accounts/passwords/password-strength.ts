/**
 * How hard a password is to guess, roughly: by its length, and by how many different characters are in it. Said as
 * somebody types; it forbids nothing.
 */
export const strengthOf = (password: string): 'weak' | 'fair' | 'strong' => {
  const different = new Set(password).size
  if (password.length < 10 || different < 6) return 'weak'
  return password.length < 16 || different < 8 ? 'fair' : 'strong'
}
