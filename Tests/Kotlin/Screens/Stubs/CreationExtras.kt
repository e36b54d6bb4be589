package androidx.lifecycle.viewmodel

abstract class CreationExtras
