/**
 * Whether git treats a file as binary: there is a NUL near its beginning, as in any file in UTF-16. VS Code recognizes encodings
 * without NUL.
 */
export const isBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, 8000).includes(0);
