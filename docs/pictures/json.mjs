/** @returns {Promise<any>} */
export async function jsonOf(address) {
  return (await fetch(address, { headers: { accept: 'application/json' } })).json();
}
