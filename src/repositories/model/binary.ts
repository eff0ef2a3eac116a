/**
 * Whether git treats a file as binary: it searches only the beginning for a NUL. That holds for all files in UTF-16. Encodings
 * without NUL are left to VS Code.
 */
export const isBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, 8000).includes(0);
