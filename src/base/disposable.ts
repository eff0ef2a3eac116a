/**
 * Something that must end. Has the shape of `vscode.Disposable`, so that each is assignable to the other, without an import of
 * `vscode`.
 */
export interface Disposable {
	dispose(): unknown;
}
