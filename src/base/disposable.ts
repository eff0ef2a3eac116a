/**
 * Something that its owner must dispose. Has the shape of `vscode.Disposable`, so that each is assignable to the other, without an
 * import of `vscode`.
 */
export interface Disposable {
	dispose(): unknown;
}
