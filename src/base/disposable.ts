/** Something that must end. The shape of `vscode.Disposable`, in both directions, without knowing the editor. */
export interface Disposable {
	dispose(): unknown;
}
