/** `1 album`, `2 albums`, for the log and the command line. Pages have a sentence for each language. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
